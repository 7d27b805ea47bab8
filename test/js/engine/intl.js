// SPDX-License-Identifier: MIT
// If this fails the ICU data in the executable was cut too far.
'use strict';

function check(name, run, expected) {
  let actual;
  try {
    actual = String(run());
  } catch (error) {
    actual = `threw ${error}`;
  }
  console.log(actual === expected ? `ok ${name}`
    : `FAIL ${name}: got ${actual}, expected ${expected}`);
}

const when = new Date(Date.UTC(2026, 6, 4, 15, 30, 0));

check('number-en', () => (1234567.891).toLocaleString('en-US'),
  '1,234,567.891');
check('number-currency', () => new Intl.NumberFormat('en-US',
  { style: 'currency', currency: 'EUR' }).format(12.5), '\u20ac12.50');
check('number-unit', () => new Intl.NumberFormat('en',
  { style: 'unit', unit: 'kilometer-per-hour' }).format(50), '50 km/h');
check('number-compact', () => new Intl.NumberFormat('en',
  { notation: 'compact' }).format(1.2e6), '1.2M');
check('date-zone-west', () => when.toLocaleString('en-US',
  { timeZone: 'America/New_York' }), '7/4/2026, 11:30:00 AM');
check('date-zone-east', () => when.toLocaleString('en-GB',
  { timeZone: 'Asia/Tokyo', dateStyle: 'short', timeStyle: 'medium' }),
'05/07/2026, 00:30:00');
check('date-zone-name', () => when.toLocaleString('en-US', { hour: 'numeric',
  timeZone: 'Asia/Tokyo', timeZoneName: 'long' }), '12 AM Japan Standard Time');
check('locales', () => Intl.DateTimeFormat.supportedLocalesOf(
  ['en', 'en-GB', 'de']).join(), 'en,en-GB');
check('date-zone-dst', () => new Date(Date.UTC(2026, 0, 4, 15, 30))
  .toLocaleString('en-US', { timeZone: 'Europe/Berlin', hour: 'numeric',
    timeZoneName: 'short' }), '4 PM GMT+1');
check('date-style', () => new Intl.DateTimeFormat('en-US',
  { dateStyle: 'full', timeZone: 'UTC' }).format(when),
'Saturday, July 4, 2026');
check('zones-all', () => Intl.supportedValuesOf('timeZone').length > 400,
  'true');
check('collator', () => ['b', '\u00e4', 'a', 'z'].sort(
  new Intl.Collator('en').compare).join(''), 'a\u00e4bz');
check('collator-numeric', () => ['a10', 'a9'].sort(
  new Intl.Collator('en', { numeric: true }).compare).join(), 'a9,a10');
check('plural', () => new Intl.PluralRules('en', { type: 'ordinal' })
  .select(22), 'two');
check('list', () => new Intl.ListFormat('en').format(['a', 'b', 'c']),
  'a, b, and c');
check('relative', () => new Intl.RelativeTimeFormat('en',
  { numeric: 'auto' }).format(-1, 'day'), 'yesterday');
check('display-names', () => new Intl.DisplayNames('en',
  { type: 'region' }).of('DE'), 'Germany');
check('segmenter-grapheme', () => [...new Intl.Segmenter('en',
  { granularity: 'grapheme' }).segment('e\u0301\u{1f468}\u200d\u{1f469}x')]
  .length, '3');
check('segmenter-word', () => [...new Intl.Segmenter('en',
  { granularity: 'word' }).segment('Hello, world!')]
  .filter((part) => part.isWordLike).length, '2');
check('segmenter-sentence', () => [...new Intl.Segmenter('en',
  { granularity: 'sentence' }).segment('One. Two! Three?')].length, '3');
check('normalize-nfc', () => 'e\u0301'.normalize('NFC') === '\u00e9', 'true');
check('normalize-nfd', () => '\u00e9'.normalize('NFD').length, '2');
check('normalize-nfkc', () => '\ufb01'.normalize('NFKC'), 'fi');
check('case-turkish', () => 'I'.toLocaleLowerCase('tr'), '\u0131');
check('case-special', () => '\u00df'.toUpperCase(), 'SS');
check('regexp-script', () => '\u03b1\u03b2'.match(/\p{Script=Greek}+/u)[0],
  '\u03b1\u03b2');
check('regexp-emoji', () => /^\p{Emoji_Presentation}$/u.test('\u{1f600}'),
  'true');
check('regexp-case-unicode', () => /\u{10400}/ui.test('\u{10428}'), 'true');
check('locale-default', () => new Intl.NumberFormat().resolvedOptions().locale,
  'en-US');
check('locale-other-falls-back', () => (1.5).toLocaleString('de-DE'), '1.5');
check('date-local', () => new Date(2026, 0, 1).getTimezoneOffset(), '0');
