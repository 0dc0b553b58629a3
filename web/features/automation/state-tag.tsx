import { Tag, type Tone } from '../../ui/tag';

/** What a status is called, and how it looks. */
export interface StateLabels {
  label: string;
  tone: Tone;
}

export const StateTag = ({ of: { label, tone } }: { of: StateLabels }) => (
  <Tag tone={tone} dot>
    {label}
  </Tag>
);
