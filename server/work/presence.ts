/** The heartbeat of the process calls `look`. */
export interface Presence {
  start(): void;
  look(): Promise<void>;
  isGone: (id: string) => Promise<boolean>;
  processes: () => number;
  members: () => Members;
  /** Leaves its share of the work to the others. */
  withdraw(): void;
  leave(): Promise<void>;
}

export interface Members {
  ids: readonly string[];
  /** Changes with the ids, and after a gap in which other processes may have considered this one dead. */
  generation: number;
  isAlive: boolean;
}

export interface PresenceOptions {
  endLeases: (owner: string) => Promise<void>;
  /** Called when processes have come or gone, so that other work may be due. */
  changed: () => void;
}
