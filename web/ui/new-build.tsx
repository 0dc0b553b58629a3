import { toast } from './toast/toast';

const TRIED = 'sb_build';

let isReloading = false;

/** Replaces a page whose script no longer exists: nothing while the tab reloads, else an explanation. */
export const missingPage = (): Promise<never> =>
  isReloading
    ? new Promise(() => undefined)
    : Promise.reject(new Error('This page is not loaded, because the console was updated. Reload the tab.'));

/** A missing chunk means that a new console was built while this tab was open: the tab reloads once. */
export function followBuild(): void {
  window.addEventListener('vite:preloadError', (event) => {
    event.preventDefault();
    const build = document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? '';
    try {
      if (sessionStorage.getItem(TRIED) !== build) {
        sessionStorage.setItem(TRIED, build);
        isReloading = true;
        location.reload();
        return;
      }
    } catch {
      // The browser forbids storage, so a second reload could not be told from the first.
    }
    toast('The console was updated', { tone: 'warning', text: <ReloadLink /> });
  });
}

function ReloadLink() {
  return (
    <button type="button" className="bare report-copy" onClick={() => location.reload()}>
      Reload
    </button>
  );
}
