import { Drawer, Modal } from '@mantine/core';
import type { ReactNode } from 'react';

import { PageCode } from '../code/copy-as-code';
import { CardTitle, HeaderCalls, useHeaderCalls } from '../code/header-calls';
import { useCloseOnTop } from './dialog-stack';
import { useFocusReturn } from './focus-return';
import { t } from './texts';

export interface DialogProps {
  title?: string;
  label?: string;
  size?: number;
  bare?: boolean;
  onClose: () => void;
  children: ReactNode;
}

export interface SheetProps {
  title: string;
  size?: 480 | 720 | 960;
  onClose: () => void;
  children: ReactNode;
}

import './dialog.css';

// The class of `Modal.Content` itself would go to the box around it.
const CLASSES = { content: 'dialog' };

/** Composed by hand: the kit’s own title is a second `banner` landmark. */
export function DialogFrame({ title, label, size = 480, bare = false, onClose, children }: DialogProps) {
  const close = useCloseOnTop(onClose);
  useFocusReturn();
  return (
    <Modal.Root opened onClose={close} size={size} radius="xl" padding={0} yOffset="12dvh" classNames={CLASSES}>
      <Modal.Overlay />
      <Modal.Content {...(title === undefined ? { 'aria-label': label } : {})}>
        {title !== undefined && (
          <div className="dialog-head">
            <Modal.Title>{title}</Modal.Title>
            <Modal.CloseButton aria-label={t('close')} />
          </div>
        )}
        <HeaderCalls value={undefined}>
          <div className={bare ? '' : 'dialog-body'}>{children}</div>
        </HeaderCalls>
      </Modal.Content>
    </Modal.Root>
  );
}

export function SheetFrame({ title, size = 480, onClose, children }: SheetProps) {
  const close = useCloseOnTop(onClose);
  useFocusReturn();
  const [calls, add] = useHeaderCalls();
  return (
    <Drawer.Root opened onClose={close} size={size} position="right" padding={0} classNames={CLASSES}>
      <Drawer.Overlay />
      <Drawer.Content>
        <div className="dialog-head sheet-head">
          <Drawer.Title>{title}</Drawer.Title>
          <Drawer.CloseButton aria-label={t('close')} />
          {/* After the button to close, which has the focus first; it stands before it. */}
          {calls.length > 0 && <PageCode calls={calls} />}
        </div>
        <HeaderCalls value={add}>
          <CardTitle value={undefined}>
            <div className="dialog-body">{children}</div>
          </CardTitle>
        </HeaderCalls>
      </Drawer.Content>
    </Drawer.Root>
  );
}
