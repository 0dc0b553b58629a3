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

/** The matrix: sandbox, cloud; `y` can, if need be with a remark, `n` cannot. */
const MATRIX = `
instance.qr yn
instance.pairing_code yn
sandbox.controls yn
message.text yy
message.image yy
message.video yy
message.audio yy
message.document yy
message.sticker yy
message.location yy
message.contacts yy
message.reaction yy
message.reply yy
message.voice yy
message.buttons yy
message.list yy
message.cta_url yy
message.template yy
message.poll yn
message.mentions yn
message.view_once yn
message.edit yn
message.delete_everyone yn
message.delete_me yy
message.forward yy
message.typing yy
message.read yy
message.receipts yy
template.read yy
template.write yy
group.list yy
group.create yy
group.info yy
group.subject yy
group.description yy
group.picture yy
group.add_participants yn
group.remove_participants yy
group.promote yn
group.demote yn
group.admins_only_messages yn
group.admins_only_settings yn
group.message_lifetime yn
group.member_add_mode yn
group.join yn
group.preview yn
group.leave yn
group.delete yy
group.invite_link yy
group.join_requests yy
contact.list yy
contact.check yn
contact.picture yn
contact.about yn
contact.block yy
contact.presence yn
profile.read yy
profile.write yy
chat.archive yy
chat.pin yy
chat.mute yy
chat.labels yy
call.event yy`;

test('the matrix says of every capability which driver has it', () => {
  const told = CAPABILITY_NAMES.map(
    (name) => `${name} ${DRIVERS.map((driver) => (supports(driver, name) ? 'y' : 'n')).join('')}`,
  );
  expect(told).toEqual(MATRIX.trim().split('\n'));
});

test('each type of content is a capability of its own', () => {
  for (const type of CONTENT_TYPES) expect(CAPABILITY_NAMES).toContain(`message.${type}`);
});

test('what one driver refuses another can do, and the refusal names it', () => {
  for (const name of CAPABILITY_NAMES) expect([name, driversOf(name).length > 0]).toEqual([name, true]);
  expect(refusalOf('cloud', 'message.poll')).toEqual({
    driver: 'cloud',
    capability: 'message.poll',
    supported_by: ['sandbox'],
    alternative: 'Send buttons or a list instead.',
  });
  expect(alternativeTo('cloud', 'contact.check')).toBeNull();
  expect(alternativeTo('sandbox', 'message.poll')).toBeNull();
});

test('a remark and its limits are told with the capability', () => {
  expect(capabilitiesOf('cloud')['group.create']).toEqual({
    supported: true,
    note: 'Only for Official Business Accounts.',
    limits: { participants: 8, groups: 10_000 },
  });
  expect(capabilitiesOf('cloud')['contact.check']).toEqual({ supported: false, note: null, limits: null });
  expect(capabilitiesOf('sandbox')['message.text']).toEqual({ supported: true, note: null, limits: null });
  for (const driver of DRIVERS) expect(Object.keys(capabilitiesOf(driver))).toEqual([...CAPABILITY_NAMES]);
});
