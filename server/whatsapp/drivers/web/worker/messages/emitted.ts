import type { BaileysEventMap } from 'baileys';

import type { Session } from '../session-types';

type Handlers = { [K in keyof BaileysEventMap]?: (data: BaileysEventMap[K]) => void };

/**
 * Calls the handlers before the library buffers its events. The buffer may hold a message for 30 seconds after the
 * server was told that it is received, and folds an edit into the message with the same id, whoever sent the edit.
 */
export function onEmitted(session: Session, handlers: Handlers): void {
  const { ev } = session.socket;
  const emit = ev.emit.bind(ev);
  ev.emit = (event, data) => {
    handlers[event]?.(data);
    return emit(event, data);
  };
}
