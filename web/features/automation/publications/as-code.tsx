import { callOf, useOperations } from '../../../ui/code/operations';
import { Samples } from '../../../ui/code/samples';
import { Card } from '../../../ui/page';
import { draftOf, inputOf } from './composer/draft';
import type { Publication } from './labels';

export function PublicationAsCode({ of }: { of: Publication }) {
  const operation = useOperations()?.['automation_publications_create'];
  if (!operation) return null;
  const input = inputOf({ ...draftOf(of), allow_duplicate: false });
  return (
    <Card title="As code">
      <details className="pub-code">
        <summary>The call that makes one like it</summary>
        <Samples call={callOf(operation, input)} />
      </details>
    </Card>
  );
}
