import { useState } from 'react';

import type { SampleLanguage } from '../../../../shared/samples';
import { callOf, useOperations } from '../../../ui/code/operations';
import { Samples } from '../../../ui/code/samples';
import { Sheet } from '../../../ui/dialog/dialog';
import { Loading } from '../../../ui/states/loading';
import type { Call } from './call';
import { t } from './texts';

/** The call as code, in a drawer. */
export function CallAsCode({ call }: { call: Call | undefined }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" className="copy-button" onClick={() => setIsOpen(true)}>
        {t('viewCode')}
      </button>
      {isOpen && (
        <Sheet title={t('apiCall')} size={720} onClose={() => setIsOpen(false)}>
          <Code call={call} />
        </Sheet>
      )}
    </>
  );
}

function Code({ call }: { call: Call | undefined }) {
  const operations = useOperations();
  const [language, setLanguage] = useState<SampleLanguage>('curl');
  if (!operations) return <Loading shape="text" rows={4} />;
  const known = call && operations[call.operation];
  if (!known) return <div className="dimmed">{t('nothingForCode')}</div>;
  return <Samples call={callOf(known, call.input)} language={language} onLanguage={setLanguage} />;
}
