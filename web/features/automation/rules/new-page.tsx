import { preload } from '../../../ui/lazy-parts';
import { useCan } from '../../../ui/shell/workspace';
import { Loading } from '../../../ui/states/loading';
import { Forbidden } from '../../../ui/states/states';
import { AutomationFrame } from '../frame';

const NewRule = preload(async () => (await import('./form/new-rule')).NewRule, <Loading shape="form" />);

export function NewRulePage() {
  const mayWrite = useCan()('automation.rules:write');
  return (
    <AutomationFrame title="New rule" lead="When something happens, and only if, then up to ten steps.">
      {mayWrite ? <NewRule /> : <Forbidden need="Making rules needs the role developer." />}
    </AutomationFrame>
  );
}
