import { Dialog } from '../../dialog/dialog';
import { WORKSPACE_NAV } from '../navigation';
import { t } from './texts';

const general = (): [keys: string, text: string][] => [
  ['⌘K / Ctrl K', t('shortcutSearch')],
  ['/', t('shortcutFilter')],
  ['c', t('shortcutCreate')],
  ['j, k', t('shortcutRows')],
  ['Enter', t('shortcutOpen')],
  ['.', t('shortcutCode')],
  ['Space', t('shortcutPause')],
  ['←, →', t('shortcutWalk')],
  ['?', t('shortcutHelp')],
];

export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const pages = WORKSPACE_NAV.flatMap(({ items }) => items).filter(({ key }) => key);
  return (
    <Dialog title={t('shortcuts')} size={420} onClose={onClose}>
      <table style={{ width: '100%', fontSize: 13 }}>
        <tbody>
          {[...general(), ...pages.map(({ key, label }) => [`g ${key}`, t('goTo', { page: label() })] as const)].map(
            ([keys, text]) => (
              <tr key={keys}>
                <td style={{ padding: '4px 0', width: 120 }}>
                  <kbd className="key-cap">{keys}</kbd>
                </td>
                <td>{text}</td>
              </tr>
            ),
          )}
        </tbody>
      </table>
      <div className="dimmed" style={{ fontSize: 12 }}>
        {t('shortcutsOff')}
      </div>
    </Dialog>
  );
}
