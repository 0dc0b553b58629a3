import type { ClickRecord } from '../clicks/journal/record';
import type { createVisitReader } from './click';
import type { Hosts } from './hosts';
import type { LinkReader } from './links';
import type { RedirectCounts } from './metrics';
import type { LinkPasswords } from './password';
import type { CompiledLink, LinkHost } from './types';
import type { Uses } from './uses';
import type { VisitorLocation } from './visitor';

export interface RedirectParts {
  hosts: Hosts;
  links: LinkReader;
  uses: Uses;
  passwords: LinkPasswords;
  counts: RedirectCounts;
  readVisit: ReturnType<typeof createVisitReader>;
  /** Resolves once the click is durable; false when it was dropped. */
  record(click: ClickRecord): Promise<boolean>;
  interestOf(link: CompiledLink, host: LinkHost): number;
  locationOf(address: string, country: string | null): VisitorLocation;
  /** Undefined unless the host has this token. */
  proofOf(header: string, token: string): Promise<string | undefined>;
  /** First path segments that the router uses, in addition to the reserved ones. */
  reserved: ReadonlySet<string>;
  scheme: string;
  now(): number;
  failed(error: unknown): void;
}
