import { expect, test } from 'bun:test';

import { matrixOf } from '../../shared/links/qr';
import { alignmentCentres, logoSquare, shapePath, withHole } from '../../web/features/links/qr-shapes';

test('alignment patterns are where the standard has them', () => {
  const of = (version: number) => alignmentCentres(17 + 4 * version);
  expect(of(1)).toEqual([]);
  expect(of(2)).toEqual([6, 18]);
  expect(of(7)).toEqual([6, 22, 38]);
  expect(of(15)).toEqual([6, 26, 48, 70]);
  expect(of(22)).toEqual([6, 26, 50, 74, 98]);
  expect(of(32)).toEqual([6, 34, 60, 86, 112, 138]);
  expect(of(40)).toEqual([6, 30, 58, 86, 114, 142, 170]);
});

test('the encoder has them there too', () => {
  const matrix = matrixOf(`https://go.example.com/${'a'.repeat(120)}?qr=1`, 'H');
  const centres = alignmentCentres(matrix.length);
  expect(centres.length).toBeGreaterThan(2);
  for (const y of centres.slice(1)) {
    for (const x of centres.slice(1)) {
      // Dark, light around it, and dark around that.
      expect([0, 1, 2].map((away) => matrix[y]?.[x + away])).toEqual([true, false, true]);
    }
  }
});

test('a picture covers a square in the middle, a small part of the code', () => {
  const matrix = matrixOf('https://go.example.com/spring?qr=1', 'H');
  const { from, size } = logoSquare(matrix.length);
  expect(Number.isInteger(from)).toBe(true);
  expect(2 * from + size).toBe(matrix.length);
  expect((size * size) / matrix.length ** 2).toBeLessThan(0.08);
  const cut = withHole(matrix);
  expect(cut.slice(from, from + size).every((row) => row.slice(from, from + size).every((dark) => !dark))).toBe(true);
  expect(cut[0]).toEqual(matrix[0] ?? []);
});

test('each dark module is in the path once, whatever the shape', () => {
  const matrix = matrixOf('https://go.example.com/spring?qr=1', 'M');
  const dark = matrix.flat().filter(Boolean).length;
  for (const shape of ['rounded', 'dots'] as const)
    expect(shapePath(matrix, 4, shape).match(/M/g)?.length, shape).toBe(dark);
});
