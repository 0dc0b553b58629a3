import { expect, test } from 'bun:test';

import {
  alternativeTo,
  capabilitiesOf,
  CAPABILITY_NAMES,
  driversOf,
  refusalOf,
  supports,
} from '../../shared/whatsapp/capabilities';
import { CONTENT_TYPES } from '../../shared/whatsapp/content';
import { DRIVERS } from '../../shared/whatsapp/drivers';

/** The matrix: sandbox, cloud, web; `y` can, if need be with a remark, `n` cannot. */
const MATRIX = `
instance.qr yny
instance.pairing_code yny
sandbox.controls ynn
message.text yyy
message.image yyy
message.video yyy
message.audio yyy
message.document yyy
message.sticker yyy
message.location yyy
message.contacts yyy
message.reaction yyy
message.reply yyy
message.voice yyy
message.buttons yyn
message.list yyn
message.cta_url yyn
message.template yyn
message.poll yny
message.mentions yny
message.view_once yny
message.edit yny
message.delete_everyone yny
message.delete_me yyy
message.forward yyy
message.typing yyy
message.read yyy
message.receipts yyy
template.read yyn
template.write yyn
group.list yyy
group.create yyy
group.info yyy
group.subject yyy
group.description yyy
group.picture yyy
group.add_participants yny
group.remove_participants yyy
group.promote yny
group.demote yny
group.admins_only_messages yny
group.admins_only_settings yny
group.message_lifetime yny
group.member_add_mode yny
group.join yny
group.preview yny
group.leave yny
group.delete yyn
group.invite_link yyy
group.join_requests yyy
contact.list yyy
contact.check yny
contact.picture yny
contact.about yny
contact.block yyy
contact.presence yny
profile.read yyy
profile.write yyy
chat.archive yyy
chat.pin yyy
chat.mute yyy
chat.labels yyy
call.event yyy
call.reject yny`;

test('the matrix states each capability for each driver', () => {
  const told = CAPABILITY_NAMES.map(
    (name) => `${name} ${DRIVERS.map((driver) => (supports(driver, name) ? 'y' : 'n')).join('')}`,
  );
  expect(told).toEqual(MATRIX.trim().split('\n'));
});

test('each type of content is a capability of its own', () => {
  for (const type of CONTENT_TYPES) expect(CAPABILITY_NAMES).toContain(`message.${type}`);
});

test('a refusal names the drivers that support the capability', () => {
  for (const name of CAPABILITY_NAMES) expect([name, driversOf(name).length > 0]).toEqual([name, true]);
  expect(refusalOf('cloud', 'message.poll')).toEqual({
    driver: 'cloud',
    capability: 'message.poll',
    supported_by: ['sandbox', 'web'],
    alternative: 'Send buttons or a list instead.',
  });
  expect(alternativeTo('cloud', 'contact.check')).toBeNull();
  expect(alternativeTo('sandbox', 'message.poll')).toBeNull();
});

test('a capability carries its note and its limits', () => {
  expect(capabilitiesOf('cloud')['group.create']).toEqual({
    supported: true,
    note: 'Only for Official Business Accounts.',
    limits: { participants: 8, groups: 10_000 },
  });
  expect(capabilitiesOf('cloud')['contact.check']).toEqual({ supported: false, note: null, limits: null });
  expect(capabilitiesOf('sandbox')['message.text']).toEqual({ supported: true, note: null, limits: null });
  for (const driver of DRIVERS) expect(Object.keys(capabilitiesOf(driver))).toEqual([...CAPABILITY_NAMES]);
});
