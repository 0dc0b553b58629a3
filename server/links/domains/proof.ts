import { VERIFICATION_PATH } from '../../../shared/links/domains';
import { ATTEMPT_LIMITS } from '../../egress/egress';
import { WireError } from '../../egress/types';
import { domainProof } from '../../secrets/domain-proof';
import type { LinksContext } from '../context';
import type { DomainRow } from './find';
import { bareName } from './present';

/** How long the host may take to answer. */
export const PROOF_MS = 10_000;

type Context = Pick<LinksContext, 'egress' | 'secretKey'>;

/**
 * What is missing to prove the domain, in words; undefined when it is proven. The page under the host proves only that
 * the host leads here: where several workspaces claim it (`isContested`), only the TXT record counts.
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
    // No such name, or no answer: either way there is nothing to see yet.
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
