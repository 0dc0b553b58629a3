import { IconArrowBackUp, IconExternalLink, IconPhone, type Icon } from '@tabler/icons-react';

import { FormattedText } from '../../phone/formatted-text';
import { withExamples, type ButtonType, type TemplateDraft } from './draft';
import { t } from './texts';

import '../../phone/phone.css';
import './editor.css';

const ICONS: Record<ButtonType, Icon> = {
  quick_reply: IconArrowBackUp,
  url: IconExternalLink,
  phone_number: IconPhone,
};

/** The message as a phone shows it, with the examples in place of variables. */
export function TemplatePreview({ of: { header, body, footer, buttons } }: { of: TemplateDraft }) {
  const isEmpty = [header.text, body.text, footer].every((text) => text.trim() === '');
  return (
    <section className="template-phone" aria-label={t('preview')}>
      <div className="bubble-row" data-ours="true">
        <div className="bubble template-bubble">
          {header.text.trim() !== '' && (
            <strong className="bubble-text">{withExamples(header.text, () => header.example.trim())}</strong>
          )}
          {isEmpty ? (
            <span className="dimmed">{t('previewEmpty')}</span>
          ) : (
            <span className="bubble-text">
              <FormattedText text={withExamples(body.text, (name) => body.byName[name]?.trim())} />
            </span>
          )}
          {footer.trim() !== '' && <span className="dimmed template-footer">{footer}</span>}
          <span className="bubble-foot" aria-hidden>
            10:24
          </span>
        </div>
      </div>
      {buttons.length > 0 && (
        <ul className="template-phone-buttons" aria-label={t('buttons')}>
          {buttons.map(({ type, text }, index) => {
            const ButtonIcon = ICONS[type];
            return (
              // oxlint-disable-next-line react/no-array-index-key -- two buttons may say the same
              <li key={index}>
                <ButtonIcon size={14} aria-hidden /> {text.trim() || t('button')}
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
