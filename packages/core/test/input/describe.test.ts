import { expect } from 'chai';
import { describeErrors, InvalidInputError, invalidField } from '../../src/input/invalid-input-error.ts';
import { type InputErrors, type Issue, issue } from '../../src/input/issue.ts';
import { textsEn } from '../../src/input/texts-en.ts';
import { textsHe } from '../../src/input/texts-he.ts';

describe('the texts of errors', () => {
  it("are Laravel's in English (DECISIONS, Laravel conventions)", () => {
    const english = (field: string, broken: Issue) => describeErrors({ [field]: [broken] }, 'en').message;
    expect(english('name', issue('required'))).to.equal('The name field is required.');
    expect(english('date_from', issue('date'))).to.equal('The date from field must match the format Y-m-d.');
    expect(english('status', issue('in'))).to.equal('The selected status is invalid.');
    expect(english('department_id', issue('in'))).to.equal('The selected department id is invalid.');
    expect(english('email', issue('unique'))).to.equal('The email has already been taken.');
    expect(english('name', issue('max_length', { max: 255 }))).to.equal(
      'The name field must not be greater than 255 characters.',
    );
    expect(english('role', issue('prohibited'))).to.equal('The role field is prohibited.');
    expect(english('name', issue('string'))).to.equal('The name field must be a string.');
    expect(english('date_to', issue('after_or_equal', { other: 'date_from' }))).to.equal(
      'The date to field must be a date after or equal to date from.',
    );
    expect(english('hourly_rate', issue('required_if', { other: 'salary_type', value: 'hourly' }))).to.equal(
      'The hourly rate field is required when salary type is hourly.',
    );
  });

  it('count the other errors in the message, of all fields (D:W23)', () => {
    const errors: InputErrors = { name: [issue('required')], phone: [issue('phone')] };
    expect(describeErrors(errors, 'en')).to.deep.equal({
      message: 'The name field is required. (and 1 more error)',
      errors: { name: ['The name field is required.'], phone: ['The phone field must be a valid phone number.'] },
    });
    errors.phone!.push(issue('min_length', { min: 9 }));
    expect(describeErrors(errors, 'en').message).to.equal('The name field is required. (and 2 more errors)');
    expect(describeErrors({}, 'en')).to.deep.equal({ message: 'The given data was invalid.', errors: {} });
  });

  it('call a field as the reader sees it, where that is given', () => {
    const errors: InputErrors = { note: [issue('required')], phone: [issue('phone')] };
    expect(describeErrors(errors, 'he', { note: 'סיבה' }).errors).to.deep.equal({
      note: ['יש למלא את השדה ”סיבה”.'],
      phone: ['השדה ”טלפון” חייב להיות מספר טלפון תקין.'],
    });
  });

  it('count in Hebrew with its one, two and many', () => {
    const hebrew = (...fields: string[]) =>
      describeErrors(Object.fromEntries(fields.map((field) => [field, [issue('required')]])), 'he').message;
    expect(hebrew('name')).to.equal('יש למלא את השדה ”שם”.');
    expect(hebrew('name', 'phone')).to.equal('יש למלא את השדה ”שם”. (ועוד שגיאה אחת)');
    expect(hebrew('name', 'phone', 'email')).to.equal('יש למלא את השדה ”שם”. (ועוד שתי שגיאות)');
    expect(hebrew('name', 'phone', 'email', 'role')).to.equal('יש למלא את השדה ”שם”. (ועוד 3 שגיאות)');
  });

  it('have a Hebrew name for each field that the forms of the pages have', () => {
    const fields = [
      ...[
        'absence_type',
        'address',
        'branch_id',
        'break_hours',
        'code',
        'correction_days',
        'current_password',
        'dates',
        'department_id',
      ],
      ...[
        'description',
        'email',
        'end_time',
        'events',
        'expires_at',
        'global_salary',
        'hourly_rate',
        'id_number',
        'label',
      ],
      ...['locale', 'manager_note', 'max_inflight', 'name', 'note', 'open_shift_hours', 'password', 'phone'],
      ...['phone_region', 'punches', 'role', 'salary_type', 'start_time', 'type', 'wage_percentage', 'work_day_hours'],
      ...['zone', 'abilities', 'date', 'overlap_hours'],
    ];
    for (const field of fields) {
      expect(describeErrors({ [field]: [issue('unique')] }, 'he').message, field).not.to.match(/[a-z]/i);
    }
  });

  it('exist for every rule in both languages and hold field and limits', () => {
    const limits = {
      min: 3,
      max: 7,
      other: 'date_from',
      value: 'hourly',
      found: 'U+202E',
      from: '02:00',
      to: '03:00',
      date: '2026-06-01',
      why: 'common',
      month: '2026-06',
      by: 'Ada',
      days: 45,
    };
    expect(Object.keys(textsHe.rules)).to.deep.equal(Object.keys(textsEn.rules));
    for (const texts of [textsEn, textsHe]) {
      for (const [rule, text] of Object.entries(texts.rules)) {
        const made = (text as (field: string, params: typeof limits) => string)('FIELD', limits);
        expect(made, rule)
          .to.include('FIELD')
          .and.not.match(/undefined|\[object/);
      }
    }
    expect(textsHe.label('unheard_of')).to.equal('unheard of');
  });

  it('make the message of the error that is thrown, in English', () => {
    const error = invalidField('email', issue('unique'));
    expect(error).to.be.instanceOf(InvalidInputError);
    expect(error.code).to.equal('invalid_input');
    expect(error.message).to.equal('The email has already been taken.');
    expect(error.errors).to.deep.equal({ email: [{ rule: 'unique' }] });
  });
});
