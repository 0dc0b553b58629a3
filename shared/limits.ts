/** Every bound is part of the contract. */
export const LIMITS = {
  jsonBodyBytes: 1024 * 1024,
  jsonDepth: 32,
  /** A connection with nothing under way, or with a call that asks for no more, is closed after this long. */
  idleSeconds: 10,
  /** From the head of a request to the end of its body. */
  bodySeconds: 60,
  /** From the end of a body to its answer, which may wait for a turn; then a connection is idle for as long. */
  answerSeconds: 60,
  /** Without a byte of an uploaded file. */
  uploadPauseSeconds: 30,
  issuesPerProblem: 50,
  pageSize: 25,
  pageSizeMax: 100,
  cursorLength: 512,
  idempotencyKeyLength: 255,
  workspacesPerUser: 20,
  liveKeysPerWorkspace: 100,
  pendingInvitations: 100,
  invitationsPerHour: 30,
  keyRate: { requests: 600, windowSeconds: 60 },
  workspaceRate: { requests: 6000, windowSeconds: 60 },
} as const;

/**
 * Requests of one workspace that may wait in a process, per kind. Beyond it reads that find nothing get 429; writes are
 * answered without waiting.
 */
export const MAX_WAITING = 50;
