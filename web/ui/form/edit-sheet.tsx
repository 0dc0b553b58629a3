import { Button } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useState, type ReactNode } from 'react';

import { CopyAsCode } from '../code/copy-as-code';
import { Sheet } from '../dialog/dialog';
import type { SheetProps } from '../dialog/dialog-frames';
import { Form } from './form';
import { DiscardDialog } from './leave-guard';
import { t } from './texts';

interface EditSheetProps<Values extends object> {
  title: string;
  size?: SheetProps['size'];
  form: UseFormReturnType<Values>;
  onSubmit: (values: Values) => Promise<unknown>;
  /** As the operations are named, `links_update`, and what it would be called with right now. */
  operation: string;
  input: () => Record<string, unknown>;
  above: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

export function EditSheet<Values extends object>(props: EditSheetProps<Values>) {
  const { title, size, form, onSubmit, operation, input, above, onClose, children } = props;
  const [isAsking, setIsAsking] = useState(false);
  const close = () => (form.isDirty() ? setIsAsking(true) : onClose());

  return (
    <>
      <Sheet title={title} onClose={close} {...(size === undefined ? {} : { size })}>
        {above}
        <Form
          form={form}
          onSubmit={onSubmit}
          submit={t('saveChanges')}
          actions={
            <>
              <CopyAsCode operation={operation} input={input} />
              <Button variant="default" onClick={close}>
                {t('cancel')}
              </Button>
            </>
          }
        >
          {children}
        </Form>
      </Sheet>
      {isAsking && <DiscardDialog onKeep={() => setIsAsking(false)} onDiscard={onClose} />}
    </>
  );
}
