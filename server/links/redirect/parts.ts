import type { ClickRecord } from '../clicks/journal/record';
import type { createAskedReader } from './click';
import type { Hosts } from './hosts';
import type { LinkReader } from './links';
import type { RedirectCounts } from './metrics';
import type { LinkPasswords } from './password';
import type { CompiledLink, LinkHost } from './types';
import type { Uses } from './uses';
import type { VisitorPlace } from './visitor';

export interface RedirectParts {
  hosts: Hosts;
  links: LinkReader;
  uses: Uses;
  passwords: LinkPasswords;
  counts: RedirectCounts;
  readAsked: ReturnType<typeof createAskedReader>;
  /** Resolves once the click is durable; false: it was dropped. */
  record(click: ClickRecord): Promise<boolean>;
  /** Event types with subscribers for a click of the link, as bits. */
  interestOf(link: CompiledLink, host: LinkHost): number;
  placeOf(address: string, country: string | null): VisitorPlace;
  /** The proof for a verifier that this host leads here; undefined unless the host has this token. */
  proofOf(header: string, token: string): Promise<string | undefined>;
  /** First segments beyond the reserved ones that the router has. */
  reserved: ReadonlySet<string>;
  scheme: string;
  now(): number;
  failed(error: unknown): void;
}
