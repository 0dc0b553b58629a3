import type { ClickRecord } from '../clicks/journal/record';
import type { Hosts } from './hosts';
import type { LinkReader } from './links';
import type { RedirectMetrics } from './metrics';
import type { LinkPasswords } from './password';
import type { CompiledLink, LinkHost } from './types';
import type { Uses } from './uses';
import type { createVisitReader } from './visit-details';
import type { VisitorLocation } from './visitor';

export interface RedirectContext {
  hosts: Hosts;
  links: LinkReader;
  uses: Uses;
  passwords: LinkPasswords;
  counts: RedirectMetrics;
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
