import { Button } from '@mantine/core';
import { IconQrcode } from '@tabler/icons-react';
import { Suspense, useState, type ComponentProps } from 'react';

import { lazyPart, loadedAhead } from '../../ui/lazy-parts';
import { t } from './texts';

const load = async () => (await import('./qr-popover')).QrPopover;
const QrPopover = lazyPart(load);

/** The QR code of a link, above the page until it is closed. */
export function QrButton({ shortUrl }: { shortUrl: string }) {
  const [isWanted, setIsWanted] = useState(false);
  if (!isWanted) return <ClosedQrButton onClick={() => setIsWanted(true)} />;
  return (
    <Suspense fallback={<ClosedQrButton />}>
      <QrPopover shortUrl={shortUrl} />
    </Suspense>
  );
}

const ClosedQrButton = ({ onClick }: Pick<ComponentProps<typeof Button<'button'>>, 'onClick'>) => (
  <Button
    size="sm"
    variant="default"
    leftSection={<IconQrcode size={15} aria-hidden />}
    aria-haspopup="dialog"
    aria-expanded={false}
    {...loadedAhead(load)}
    onClick={onClick}
  >
    {t('qrCode')}
  </Button>
);
