import { Button, Popover } from '@mantine/core';
import { IconQrcode } from '@tabler/icons-react';
import { useRef, useState } from 'react';

import { QrPanel } from './qr-panel';
import { t } from './texts';

/** Opened with its button, which stays when it is closed. */
export function QrPopover({ shortUrl }: { shortUrl: string }) {
  const [isOpen, setIsOpen] = useState(true);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setIsOpen(false);
    button.current?.focus();
  };
  return (
    <Popover
      opened={isOpen}
      onDismiss={close}
      position="bottom-end"
      width="min(320px, calc(100vw - 32px))"
      trapFocus
      withinPortal={false}
    >
      <Popover.Target>
        <Button
          ref={button}
          size="sm"
          variant="default"
          leftSection={<IconQrcode size={15} aria-hidden />}
          onClick={() => (isOpen ? close() : setIsOpen(true))}
        >
          {t('qrCode')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('qrCode')}>
        <QrPanel shortUrl={shortUrl} />
      </Popover.Dropdown>
    </Popover>
  );
}
