/** Limits a statement, so that other work runs in between. Every purge returns how many rows it deleted. */
export const PURGE_ROWS = 500;

export interface Outdated {
  workspaceId: string;
  before: Date;
}
