import type { ClickClass, ClickTrigger } from '../../../../shared/links/clicks';

export interface ClickRecord {
  /** `clk_…`; the request id has the same 26 characters. */
  id: string;
  workspaceId: string;
  domainId: string;
  linkId: string;
  linkVersion: number;
  tagIds: readonly string[];
  at: number;
  /** The visitor's address, which is deleted when the click is drained. */
  address: string;
  userAgent: string;
  referrer: string;
  language: string;
  country: string | null;
  query: string;
  destination: string;
  targetKey: string | null;
  trigger: ClickTrigger;
  class: ClickClass;
  used: boolean;
  interest: number;
}
