import {
  IconCopy,
  IconExternalLink,
  IconPackage,
  IconPackageOff,
  IconPencil,
  IconQrcode,
  IconTrash,
} from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';

import { copyText } from '../../../ui/clipboard';
import { lazyWhenIdle } from '../../../ui/lazy-parts';
import type { MenuActions } from '../../../ui/menu/menu-action';
import { toast } from '../../../ui/toast/toast';
import type { Link } from '../labels';
import { t } from '../texts';
import { useLinkChange } from '../use-link-change';

const EditLinkSheet = lazyWhenIdle(async () => (await import('../form/edit-sheet')).EditLinkSheet);
const DeleteLink = lazyWhenIdle(async () => (await import('../delete-dialog')).DeleteLink);
const QrDialog = lazyWhenIdle(async () => (await import('../qr-dialog')).QrDialog);

interface RowActions {
  actions: (link: Link) => MenuActions;
  /** The dialog of the action that was chosen. */
  opened: ReactNode;
}

/** What the menu of a row in the list does. */
export function useRowActions(rows: readonly Link[], mayWrite: boolean): RowActions {
  const [open, setOpen] = useState<{ what: 'qr' | 'edit' | 'delete'; of: Link }>();
  const { toggleArchived } = useLinkChange();
  const close = () => setOpen(undefined);
  // A drawer shows what the list has now.
  const current = rows.find(({ id }) => id === open?.of.id) ?? open?.of;

  const actions = (of: Link): MenuActions => [
    {
      label: t('copyLink'),
      icon: IconCopy,
      onClick: () => void copyText(of.short_url).then((isCopied) => isCopied && toast(t('linkCopied'))),
    },
    { label: t('qrCode'), icon: IconQrcode, onClick: () => setOpen({ what: 'qr', of }) },
    {
      label: t('openLink'),
      icon: IconExternalLink,
      onClick: () => void window.open(of.url, '_blank', 'noopener,noreferrer'),
    },
    mayWrite && { label: t('edit'), icon: IconPencil, onClick: () => setOpen({ what: 'edit', of }) },
    mayWrite && {
      label: t(of.archived ? 'unarchive' : 'archive'),
      icon: of.archived ? IconPackageOff : IconPackage,
      onClick: () => toggleArchived(of),
    },
    mayWrite && {
      label: t('delete'),
      icon: IconTrash,
      isDangerous: true,
      onClick: () => setOpen({ what: 'delete', of }),
    },
  ];
  const opened = current && (
    <>
      {open?.what === 'qr' && <QrDialog shortUrl={current.short_url} onClose={close} />}
      {open?.what === 'edit' && <EditLinkSheet of={current} onClose={close} />}
      {open?.what === 'delete' && <DeleteLink of={current} onClose={close} />}
    </>
  );
  return { actions, opened };
}
