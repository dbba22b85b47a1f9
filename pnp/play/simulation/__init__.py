"""Games in their thousands → counts, intervals and verdicts: a Report or a SkillReport, for pnp.play.report to word."""
