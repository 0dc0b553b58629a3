/** Small statements let other work run in between. Every purge returns the number of deleted rows. */
export const PURGE_ROWS = 500;

export interface Outdated {
  workspaceId: string;
  before: Date;
}
