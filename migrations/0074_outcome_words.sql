-- One word for each outcome, as decisions have it: `clarified` for `asked_back`, `handed_off` for `handed_over`.
alter table assistant_test_questions
  drop constraint assistant_test_questions_outcome_check,
  drop constraint assistant_test_questions_earlier_outcome_check;
update assistant_test_questions set outcome = 'clarified' where outcome = 'asked_back';
update assistant_test_questions set outcome = 'handed_off' where outcome = 'handed_over';
update assistant_test_questions set earlier_outcome = 'clarified' where earlier_outcome = 'asked_back';
update assistant_test_questions set earlier_outcome = 'handed_off' where earlier_outcome = 'handed_over';
alter table assistant_test_questions
  add constraint assistant_test_questions_outcome_check
    check (outcome in ('right', 'clarified', 'handed_off', 'wrong')),
  add constraint assistant_test_questions_earlier_outcome_check
    check (earlier_outcome in ('right', 'clarified', 'handed_off', 'wrong'));

-- Names of counts, and values of examples. A quotation mark inside a text is escaped, so no text matches.
update assistant_evaluations set
  work = replace(replace(work::text, '"asked_back"', '"clarified"'), '"handed_over"', '"handed_off"')::jsonb,
  report = replace(replace(report::text, '"asked_back"', '"clarified"'), '"handed_over"', '"handed_off"')::jsonb;

-- Attempts are kept for 30 days.
update webhook_attempts set automation = 'handed_off' where automation = 'handed_over';
