import { useState } from 'react';

import type { SampleLanguage } from '../../../../shared/samples';
import { callOf, useOperations } from '../../../ui/code/operations';
import { Samples } from '../../../ui/code/samples';
import { Card } from '../../../ui/page';
import { Loading } from '../../../ui/states/loading';
import type { Call } from './call';

export function CallAsCode({ call }: { call: Call | undefined }) {
  const operations = useOperations();
  const [language, setLanguage] = useState<SampleLanguage>('curl');
  const known = call && operations?.[call.operation];
  return (
    <Card title="As an API call">
      {!operations && <Loading shape="text" rows={4} />}
      {operations && !known && <div className="dimmed">Send something, or choose a message.</div>}
      {call && known && <Samples call={callOf(known, call.input)} language={language} onLanguage={setLanguage} />}
    </Card>
  );
}
