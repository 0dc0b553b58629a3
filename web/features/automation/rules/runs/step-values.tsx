import { CodeBlock } from '../../../../ui/code/code-block';

interface StepValuesProps {
  input: unknown;
  output: unknown;
}

/** What went into a step, and what came out; nothing of what is not there. */
export function StepValues({ input, output }: StepValuesProps) {
  return (
    <>
      <Value name="Input" of={input} />
      <Value name="Output" of={output} />
    </>
  );
}

function Value({ name, of }: { name: string; of: unknown }) {
  if (of === null || of === undefined) return null;
  return (
    <div>
      <div className="dimmed automation-small">{name}</div>
      <CodeBlock code={JSON.stringify(of, null, 2)} language="json" label={name} />
    </div>
  );
}
