import { VERIFICATION_PATH } from '../../../shared/links/domains';
import { ATTEMPT_LIMITS } from '../../egress/egress';
import { WireError } from '../../egress/types';
import { domainProof } from '../../secrets/domain-proof';
import type { LinksContext } from '../context';
import type { DomainRow } from './find';
import { bareName } from './present';

export const PROOF_MS = 10_000;

type Context = Pick<LinksContext, 'egress' | 'secretKey'>;

/**
 * Describes what is missing; undefined when proven. The page only proves that the host leads here, so a contested host
 * needs the TXT record.
 */
export async function missingProof(ctx: Context, row: DomainRow, isContested: boolean): Promise<string | undefined> {
  const name = `_switchboard.${bareName(row.hostname)}`;
  if (await hasRecord(ctx, name, `sb-verify=${row.token}`)) return undefined;
  const noRecord = `There is no TXT record ${name} with its value`;
  if (isContested) return `${noRecord}, and another workspace also claims the host.`;
  const noPage = await pageProblem(ctx, row);
  return noPage && `${noRecord}, and ${noPage}`;
}

async function hasRecord({ egress }: Context, name: string, value: string): Promise<boolean> {
  try {
    return (await egress.txt(name)).some((text) => text.trim() === value);
  } catch {
    // An unknown name and a failed lookup both mean that there is no proof yet.
    return false;
  }
}

async function pageProblem({ egress, secretKey }: Context, row: DomainRow): Promise<string | undefined> {
  const url = `http://${row.hostname}${VERIFICATION_PATH}${row.token}`;
  try {
    const limits = { ...ATTEMPT_LIMITS, totalMs: PROOF_MS };
    const { status, body } = await egress.probe(url, [['user-agent', 'Switchboard']], limits);
    if (status === 200 && new TextDecoder().decode(body).trim() === domainProof(secretKey, row.token)) return undefined;
    return `the host does not lead to this installation: it returned status ${status}.`;
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    return `the host cannot be reached: ${error.detail}`;
  }
}
