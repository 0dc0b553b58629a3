import { Status, type Tone } from '../../ui/tag';

/** What a status is called, and how it looks. */
export interface StateLabels {
  label: string;
  tone: Tone;
}

/** A pill only for what needs a look. */
export const StateTag = ({ of: { label, tone } }: { of: StateLabels }) => (
  <Status tone={tone} isUsual={tone !== 'warning' && tone !== 'error'}>
    {label}
  </Status>
);
