import { PublicationContent } from '../../../../shared/automation/content';
import type { Overflow, ShortLinks } from '../../../../shared/automation/publication';
import { PUBLICATION_LIMITS, type PublicationInput } from '../../../../shared/automation/publication-inputs';
import type { Schedule } from '../../../../shared/automation/schedule';
import { defined } from '../../../defined';

export interface NormalInput {
  content: PublicationContent;
  overrides: Record<string, unknown>;
  targets: PublicationInput['targets'];
  schedule: Schedule;
  schedulePointer: string;
  expiresAfterSeconds: number;
  overflow: Overflow;
  onInvalidTarget: 'reject' | 'skip';
  duplicateWindowSeconds: number;
  allowDuplicate: boolean;
  shortLinks: ShortLinks;
  start: 'now' | 'draft' | 'approval';
  title: string | null;
  metadata: Record<string, string>;
}

export function normalInput(input: PublicationInput): NormalInput {
  return {
    content: input.content ?? PublicationContent.parse({}),
    overrides: defined(input.overrides ?? {}),
    targets: input.targets,
    ...scheduleOf(input),
    expiresAfterSeconds: input.expires_after_seconds ?? PUBLICATION_LIMITS.expiresSeconds.usual,
    overflow: input.overflow ?? 'reject',
    onInvalidTarget: input.on_invalid_target ?? 'reject',
    duplicateWindowSeconds: input.duplicate_window_seconds ?? 0,
    allowDuplicate: input.allow_duplicate ?? false,
    shortLinks: input.short_links ?? 'off',
    start: input.draft ? 'draft' : input.requires_approval ? 'approval' : 'now',
    title: input.title ?? null,
    metadata: input.metadata ?? {},
  };
}

export function scheduleOf({
  schedule,
  schedule_at: at,
}: Pick<PublicationInput, 'schedule' | 'schedule_at'>): Pick<NormalInput, 'schedule' | 'schedulePointer'> {
  if (at !== undefined) return { schedule: { mode: 'at', at }, schedulePointer: '' };
  return { schedule: schedule ?? { mode: 'now' }, schedulePointer: '/schedule' };
}

export const schedulePointerOf = ({ schedulePointer }: NormalInput, pointer: string): string =>
  schedulePointer === '' && pointer === '/at' ? '/schedule_at' : `${schedulePointer}${pointer}`;
