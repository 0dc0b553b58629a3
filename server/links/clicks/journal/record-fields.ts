import type { ClickRecord } from './record';

/** A record as the journal has it. */
export type ClickFields = [
  id: string,
  workspaceId: string,
  domainId: string,
  linkId: string,
  linkVersion: number,
  tagIds: readonly string[],
  at: number,
  address: string,
  userAgent: string,
  referrer: string,
  language: string,
  country: string | null,
  query: string,
  destination: string,
  targetKey: string | null,
  trigger: ClickRecord['trigger'],
  clickClass: ClickRecord['class'],
  used: boolean,
  interest: number,
];

/**
 * The record as a JSON list: 30 % smaller than the object, and faster to write and to read. A new field goes to the
 * end, and may be absent in what an earlier version left behind.
 */
export const clickText = (click: ClickRecord): string => JSON.stringify(fieldsOf(click));

export function fieldsOf(click: ClickRecord): ClickFields {
  return [
    click.id,
    click.workspaceId,
    click.domainId,
    click.linkId,
    click.linkVersion,
    click.tagIds,
    click.at,
    click.address,
    click.userAgent,
    click.referrer,
    click.language,
    click.country,
    click.query,
    click.destination,
    click.targetKey,
    click.trigger,
    click.class,
    click.used,
    click.interest,
  ];
}

/** The clicks of a batch. */
export const readBatch = (text: string): ClickRecord[] => (JSON.parse(text) as ClickFields[]).map(clickOf);

const clickOf = (fields: ClickFields): ClickRecord => ({
  id: fields[0],
  workspaceId: fields[1],
  domainId: fields[2],
  linkId: fields[3],
  linkVersion: fields[4],
  tagIds: fields[5],
  at: fields[6],
  address: fields[7],
  userAgent: fields[8],
  referrer: fields[9],
  language: fields[10],
  country: fields[11],
  query: fields[12],
  destination: fields[13],
  targetKey: fields[14],
  trigger: fields[15],
  class: fields[16],
  used: fields[17],
  interest: fields[18],
});
