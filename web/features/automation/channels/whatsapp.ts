const KIND = 'whatsapp';

/** What the console knows of the channel WhatsApp: messages with fields, and numbers that are in no list. */
export const isOnWhatsApp = ({ channel }: { channel: string }): boolean => channel === KIND;

/** The override that is a message with fields of its own. */
export const isMessage = (channel: string, field: string): boolean => channel === KIND && field === 'content';
export const messageOverride = <M>(content: M) => ({ [KIND]: { content } });

export const whatsAppTarget = (instanceId: string, to: string) => ({
  channel: KIND,
  ...(instanceId === '' ? {} : { instance_id: instanceId }),
  to: [to],
});

/** A number through an instance, as `destinations.list` names it. */
export const numberOn = (instanceId: string, number: string) => ({
  id: `${KIND}:${instanceId}:${number}`,
  channel: KIND,
});

/** The contact that a recipient is; undefined for numbers, groups and other channels. */
export const contactOf = (of: { channel: string; instance_id: string | null; to: string }) =>
  isOnWhatsApp(of) && of.instance_id !== null && of.to.startsWith('cnt_')
    ? { instance_id: of.instance_id, contact_id: of.to }
    : undefined;
