import { MINUTE_MS } from '../shared/durations';
import { causesOf, isOutage } from './outage';

/** Everyone who may read the health of the instance sees the message, so it must not contain secrets. */
interface FailureCause {
  code: string;
  message: string;
  since: Date;
}

interface Failure extends FailureCause {
  count: number;
  unreported: number;
  reportedAt: number;
  lastAt: number;
  isOutage: boolean;
  isWarning: boolean;
  sources: Set<string>;
}

interface FailureReport {
  error: unknown;
  source: string;
  task: string | undefined;
  /** Warnings are not in `current` unless they are an outage. */
  isWarning: boolean;
}

type WriteLine = (level: 'error' | 'info', fields: object, message: string) => void;

const REPORT_EVERY_MS = MINUTE_MS;
/** A cause ends when it has not occurred for this long. */
const QUIET_MS = 15_000;
const CHECK_EVERY_MS = 1000;
const MAX_CAUSES = 1000;
const MAX_SOURCES = 20;

const OUTAGES: readonly [RegExp, code: string, message: string][] = [
  [/^(SQLITE_FULL|ENOSPC|EDQUOT|53100)$/, 'disk_full', 'database is read-only: disk full'],
  [/^(SQLITE_READONLY\w*|EROFS|25006)$/, 'read_only', 'database is read-only'],
  [/^(53300|EMFILE|ENFILE)$/, 'too_many_connections', 'too many connections or open files'],
  [/^(ERR_POSTGRES_CONNECTION_\w+|08\w{3}|57P0[1-3])$/, 'database_unreachable', 'database does not respond'],
];
const OTHER_OUTAGE = ['storage_failing', 'database or disk failure'] as const;

export interface Failures {
  /** The caller must log the failure if true. */
  report(failure: FailureReport): boolean;
  /** Outages, and tasks that failed more than once, oldest first. */
  current(): FailureCause[];
}

export function createFailures(
  write: WriteLine,
  { reportEveryMs = REPORT_EVERY_MS, quietMs = QUIET_MS } = {},
): Failures {
  const failures = new Map<string, Failure>();
  let timer: ReturnType<typeof setInterval> | undefined;

  const check = (): void => {
    const now = performance.now();
    for (const [key, failure] of failures) {
      const { code, message, count, unreported, sources } = failure;
      const fields = { cause: code, failures: unreported, total: count, sources: [...sources] };
      if (now - failure.lastAt > quietMs) {
        failures.delete(key);
        if (count > 1 || failure.isOutage) write('info', { ...fields, since: failure.since }, `recovered: ${message}`);
      } else if (unreported > 0 && now - failure.reportedAt > reportEveryMs) {
        failure.unreported = 0;
        failure.reportedAt = now;
        write('error', fields, `still failing: ${message}`);
      }
    }
    if (failures.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };

  return {
    report({ error, source, task, isWarning }) {
      const cause = causeOf(error, source);
      const now = performance.now();
      const known = failures.get(cause.key);
      if (known) {
        known.count += 1;
        known.unreported += 1;
        known.lastAt = now;
        if (known.sources.size < MAX_SOURCES) known.sources.add(source);
        return false;
      }
      if (failures.size >= MAX_CAUSES) return true;
      failures.set(cause.key, {
        code: cause.code,
        message: cause.message ?? (task === undefined ? source : `background task failed: ${task}`),
        since: new Date(),
        count: 1,
        unreported: 0,
        reportedAt: now,
        lastAt: now,
        isOutage: cause.message !== undefined,
        isWarning,
        sources: new Set([source]),
      });
      timer ??= setInterval(check, CHECK_EVERY_MS).unref();
      return true;
    },

    current: () =>
      [...failures.values()]
        .filter((failure) => failure.isOutage || (!failure.isWarning && failure.count > 1))
        .map(({ code, message, since }) => ({ code, message, since })),
  };
}

/** An outage has one cause everywhere; other failures differ by source and kind. */
function causeOf(error: unknown, source: string): { key: string; code: string; message?: string } {
  if (isOutage(error)) {
    const [code, message] = outageOf(error);
    return { key: code, code, message };
  }
  return { key: `${source} ${kindOf(error)}`, code: 'task_failing' };
}

function outageOf(error: unknown): readonly [string, string] {
  for (const { code, errno } of causesOf(error)) {
    for (const [pattern, name, message] of OUTAGES) {
      if ([code, errno].some((given) => typeof given === 'string' && pattern.test(given))) return [name, message];
    }
  }
  return OTHER_OUTAGE;
}

function kindOf(error: unknown): string {
  const last = [...causesOf(error)].at(-1);
  if (last === undefined) return String(error);
  return typeof last.code === 'string' ? last.code : `${last.name} ${last.message}`;
}
