"""Tables in workbooks: .xlsx, .xlsm, .xls and .ods, with what the spreadsheet shows in each cell."""

from pnp.project.files import TableFormat

ENDINGS = (".xlsx", ".xlsm", ".xls", ".ods")

WORKBOOK = TableFormat("pnp.extensions.workbooks.workbook:parse_workbook")
