import { IconSend2 } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';

import { t } from './texts';

import './phone.css';

interface PhoneProps {
  title: string;
  aside?: ReactNode;
  children: ReactNode;
  /** Set for a simulated phone: text typed into it is received as a message. */
  onWrite?: ((text: string) => Promise<boolean>) | undefined;
}

export function Phone({ title, aside, children, onWrite }: PhoneProps) {
  return (
    <section className="phone" aria-label={t('phone')}>
      <div className="phone-head">
        <span className="dot" aria-hidden />
        <strong className="truncate">{title}</strong>
        {aside}
      </div>
      {children}
      {onWrite && <PhoneField title={title} onWrite={onWrite} />}
    </section>
  );
}

function PhoneField({ title, onWrite }: { title: string; onWrite: (text: string) => Promise<boolean> }) {
  const label = t('writeAs', { name: title });
  const [text, setText] = useState('');
  const [isPending, setIsPending] = useState(false);
  const write = async () => {
    if (text.trim() === '' || isPending) return;
    setIsPending(true);
    try {
      if (await onWrite(text)) setText('');
    } finally {
      setIsPending(false);
    }
  };
  return (
    <form
      className="phone-foot"
      onSubmit={(event) => {
        event.preventDefault();
        void write();
      }}
    >
      <input
        className="phone-field"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        maxLength={4096}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <button type="submit" className="phone-send" disabled={text.trim() === '' || isPending}>
        <IconSend2 size={17} stroke={1.6} aria-hidden />
        <span className="visually-hidden">{label}</span>
      </button>
    </form>
  );
}
