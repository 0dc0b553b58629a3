import { INTEREST } from '../interest-bits';
import type { ClickFacts, HandoffRow } from '../store/rows';

/** A click on its way to its events. */
export interface HandoffClick extends ClickFacts {
  interest: number;
}
export interface HandoffLimit {
  linkId: string;
  at: number;
}

/** So many clicks are settled in one transaction. */
const MOST_CLICKS = 250;

/** What is to become events: clicks that somebody wants, and last uses; a workspace at a time, in their order. */
export function handoffsOf(clicks: readonly HandoffClick[]): HandoffRow[] {
  const byWorkspace = Map.groupBy(clicks.filter(isWanted), ({ workspaceId }) => workspaceId);
  const rows: HandoffRow[] = [];
  for (const [workspaceId, wanted] of byWorkspace) {
    for (let from = 0; from < wanted.length; from += MOST_CLICKS) {
      rows.push({ workspaceId, kind: 'clicks', payload: JSON.stringify(wanted.slice(from, from + MOST_CLICKS)) });
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
