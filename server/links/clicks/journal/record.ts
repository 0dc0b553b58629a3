import type { ClickClass, ClickTrigger } from '../../../../shared/links/clicks';

/** One request of a link as the journal keeps it: all that is known before anything is looked up. */
export interface ClickRecord {
  /** `clk_…`; the answer’s request id has the same 26 characters. */
  id: string;
  workspaceId: string;
  domainId: string;
  linkId: string;
  linkVersion: number;
  /** Ids of the tags that the link had. */
  tagIds: readonly string[];
  /** Milliseconds since 1970. */
  at: number;
  /** The visitor’s address; it goes when the click is drained. */
  address: string;
  userAgent: string;
  /** Without its query. */
  referrer: string;
  language: string;
  /** What a trusted proxy said of the country. */
  country: string | null;
  query: string;
  destination: string;
  /** Key of the targeting rule that chose the destination. */
  targetKey: string | null;
  trigger: ClickTrigger;
  class: ClickClass;
  /** The answer took one of a limited number of uses. */
  used: boolean;
  /** Which events somebody wants of it, as bits. */
  interest: number;
}
