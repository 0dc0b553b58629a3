import { Button } from '@mantine/core';
import { IconPlayerStop, IconSend } from '@tabler/icons-react';

import { TextArea } from '../../../ui/form/text-area';
import { t } from './texts';

interface ComposerProps {
  text: string;
  isRunning: boolean;
  /** The settings are valid. */
  isReady: boolean;
  onChange: (text: string) => void;
  onSend: () => void;
  onStop: () => void;
}

export function Composer({ text, isRunning, isReady, onChange, onSend, onStop }: ComposerProps) {
  return (
    <form
      className="playground-composer"
      onSubmit={(event) => {
        event.preventDefault();
        onSend();
      }}
    >
      <TextArea
        label={t('message')}
        description={t('messageHelp')}
        minRows={2}
        maxRows={10}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          onSend();
        }}
      />
      {isRunning ? (
        <Button variant="default" leftSection={<IconPlayerStop size={15} aria-hidden />} onClick={onStop}>
          {t('stop')}
        </Button>
      ) : (
        <Button
          type="submit"
          leftSection={<IconSend size={15} aria-hidden />}
          disabled={!isReady || text.trim() === ''}
        >
          {t('send')}
        </Button>
      )}
    </form>
  );
}
