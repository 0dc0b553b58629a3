import { Dialog } from '../dialog/dialog';
import { WORKSPACE_NAV } from './navigation';

const GENERAL: readonly [keys: string, text: string][] = [
  ['⌘K / Ctrl K', 'Search and commands'],
  ['/', 'Filter the list'],
  ['c', 'Create, on pages that can'],
  ['j, k', 'Next and previous row'],
  ['Enter', 'Open the row'],
  ['.', 'Copy the row, or the list, as code'],
  ['Space', 'Pause and resume a live list'],
  ['←, →', 'Walk the list from one entry to the next'],
  ['?', 'This list'],
];

export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const pages = WORKSPACE_NAV.flatMap(({ items }) => items).filter(({ key }) => key);
  return (
    <Dialog title="Keyboard shortcuts" size={420} onClose={onClose}>
      <table style={{ width: '100%', fontSize: 13 }}>
        <tbody>
          {[...GENERAL, ...pages.map(({ key, label }) => [`g ${key}`, `Go to ${label}`] as const)].map(
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
        Single letters can be switched off in the account menu.
      </div>
    </Dialog>
  );
}
