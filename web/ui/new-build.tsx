import { serverAnswers } from './server-answers';
import { t } from './texts';
import { toast } from './toast/toast';

const TRIED = 'sb_build';

type Cause = 'server-away' | 'new-build';
let lastCause: Promise<Cause> = Promise.resolve('new-build');

/** Why a script did not come. While the tab reloads for a new build, this never resolves. */
export const causeOfMissing = (): Promise<Cause> => lastCause;

export const missingPage = (): Error => new Error(t('pageGone'));

/**
 * A script that does not come: the server is away, and what needs the script tries again; or a new console was built
 * while this tab was open, and the tab reloads once.
 */
export function followBuild(): void {
  window.addEventListener('vite:preloadError', (event) => {
    event.preventDefault();
    lastCause = serverAnswers().then((answers) => (answers ? reload() : 'server-away'));
  });
}

function reload(): Promise<Cause> {
  const build = document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? '';
  try {
    if (sessionStorage.getItem(TRIED) !== build) {
      sessionStorage.setItem(TRIED, build);
      location.reload();
      return new Promise(() => undefined);
    }
  } catch {
    // The browser forbids storage, so a second reload could not be told from the first.
  }
  toast(t('consoleUpdated'), { tone: 'warning', text: <ReloadLink /> });
  return Promise.resolve('new-build');
}

function ReloadLink() {
  return (
    <button type="button" className="bare report-copy" onClick={() => location.reload()}>
      {t('reload')}
    </button>
  );
}
