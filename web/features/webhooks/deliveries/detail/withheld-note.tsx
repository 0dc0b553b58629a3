import { t } from './texts';

/** Which setting stores the responses of receivers in private networks. */
export const WithheldNote = () => (
  <div className="dimmed">{t.rich('withheld', { code: (setting) => <code>{setting}</code> })}</div>
);
