import { Tag, type Tone } from '../../ui/tag';

/** What a status is called, and how it looks. */
export interface StateWords {
  label: string;
  tone: Tone;
}

export const StateTag = ({ of: { label, tone } }: { of: StateWords }) => (
  <Tag tone={tone} dot>
    {label}
  </Tag>
);
