import { chunked } from '../../../chunked';
import { INTEREST } from '../interest-bits';
import type { StoredClick, HandoffRow } from '../store/rows';

export interface HandoffClick extends StoredClick {
  interest: number;
}
export interface HandoffLimit {
  linkId: string;
  at: number;
}

const MAX_CLICKS = 250;

export function handoffsOf(clicks: readonly HandoffClick[]): HandoffRow[] {
  const byWorkspace = Map.groupBy(clicks.filter(isWanted), ({ workspaceId }) => workspaceId);
  const rows: HandoffRow[] = [];
  for (const [workspaceId, wanted] of byWorkspace) {
    for (const some of chunked(wanted, MAX_CLICKS)) {
      rows.push({ workspaceId, kind: 'clicks', payload: JSON.stringify(some) });
    }
  }
  for (const { workspaceId, linkId, at, interest } of clicks) {
    if ((interest & INTEREST.lastUse) === 0) continue;
    rows.push({ workspaceId, kind: 'limit', payload: JSON.stringify({ linkId, at } satisfies HandoffLimit) });
  }
  return rows;
}

function isWanted({ interest, botReason }: HandoffClick): boolean {
  return (interest & (botReason === null ? INTEREST.single | INTEREST.batched : INTEREST.bot)) !== 0;
}
