import { useRef, useState } from 'react';

import { Confirm, Sheet } from '../../../ui/dialog/dialog';
import { ImportForm } from './import-form';
import { ImportProgress } from './import-progress';
import { t } from './texts';
import type { LinkImport } from './upload';

import './files.css';

export function ImportDialog({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<LinkImport>();
  const [isAsking, setIsAsking] = useState(false);
  const isSending = useRef(false);
  const close = () => (isSending.current ? setIsAsking(true) : onClose());
  return (
    <>
      <Sheet title={t('importTitle')} size={720} onClose={close}>
        {made ? (
          <ImportProgress importId={made.id} onAgain={() => setMade(undefined)} onClose={onClose} />
        ) : (
          <ImportForm
            onClose={close}
            onMade={setMade}
            onSending={(isOn) => {
              isSending.current = isOn;
            }}
          />
        )}
      </Sheet>
      {isAsking && (
        <Confirm title={t('stopTitle')} action={t('stop')} onClose={() => setIsAsking(false)} onConfirm={onClose}>
          {t('stopHelp')}
        </Confirm>
      )}
    </>
  );
}
