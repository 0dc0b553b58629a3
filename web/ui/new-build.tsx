import { toast } from './toast';

const TRIED = 'sb_build';

let isReloading = false;

/** What takes the place of a page whose script is gone: nothing while the tab loads anew, else words. */
export const missingPage = (): Promise<never> =>
  isReloading
    ? new Promise(() => undefined)
    : Promise.reject(new Error('This page is not loaded, because the console was updated. Reload the tab.'));

/** A chunk that is gone means that a new console was built while this tab was open: load it, once. */
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
      // the browser forbids storage, so nobody knows whether this is the second time
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
