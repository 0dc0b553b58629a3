import { ApiError } from '../errors';
import { mask } from '../secrets/mask';
import { databaseFault } from './database-fault';
import { UsageError } from './installation';

/** Returns the exit code: 1 for a failure, 2 for wrong usage. */
export function reportFailure(error: unknown): number {
  process.stderr.write(`${mask(sentenceOf(error))}\n`);
  return error instanceof UsageError || codeOf(error).startsWith('ERR_PARSE_ARGS') ? 2 : 1;
}

/** Names the command-line flag instead of the field. */
function sentenceOf(error: unknown): string {
  if (error instanceof ApiError) {
    const [issue] = error.details.errors ?? [];
    return issue ? `--${issue.pointer.slice(1)}: ${issue.message}` : error.message;
  }
  const fault = databaseFault(error);
  if (fault) return `${fault.text}\n${fault.mend}`;
  // A programming error needs its stack instead of a sentence.
  if (error instanceof TypeError && codeOf(error) === '') return error.stack ?? error.message;
  return error instanceof Error ? error.message : String(error);
}

const codeOf = (error: unknown): string => (error as { code?: string } | null)?.code ?? '';
