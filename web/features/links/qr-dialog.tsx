import { Dialog } from '../../ui/dialog/dialog';
import { shortOf } from './labels';
import { QrPanel } from './qr-panel';
import { t } from './texts';

export function QrDialog({ shortUrl, onClose }: { shortUrl: string; onClose: () => void }) {
  return (
    <Dialog title={t('qrOf', { name: shortOf(shortUrl) })} onClose={onClose}>
      <QrPanel shortUrl={shortUrl} />
    </Dialog>
  );
}
