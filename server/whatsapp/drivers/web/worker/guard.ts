type Listener = (...input: unknown[]) => unknown;

interface Emitter {
  on(event: string, listener: Listener): unknown;
  off(event: string, listener: Listener): unknown;
}

/** The library calls listeners amid its own work, where a throw would stop the message, a rejection the process. */
export function guardListeners(emitter: Emitter, onError: (error: unknown) => void): void {
  const guarded = new WeakMap<Listener, Listener>();
  const on = emitter.on.bind(emitter);
  const off = emitter.off.bind(emitter);

  const guard = (listener: Listener): Listener => {
    const known = guarded.get(listener);
    if (known) return known;
    const made: Listener = (...input) => {
      try {
        const result = listener(...input);
        if (result instanceof Promise) result.catch(onError);
      } catch (error) {
        onError(error);
      }
    };
    guarded.set(listener, made);
    return made;
  };

  emitter.on = (event, listener) => on(event, guard(listener));
  emitter.off = (event, listener) => off(event, guarded.get(listener) ?? listener);
}
