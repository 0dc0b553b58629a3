export function createWakeSignal() {
  let rung = false;
  let wake: (() => void) | undefined;
  return {
    ring: (): void => {
      rung = true;
      wake?.();
    },
    still: (): void => {
      rung = false;
    },
    wait: (milliseconds: number): Promise<void> =>
      new Promise((resolve) => {
        if (rung) return resolve();
        const timer = setTimeout(resolve, milliseconds);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
  };
}
