(* Variables of LibraryLink: https://reference.wolfram.com/language/ref/$LibraryPath.html *)
$LibraryPath = {};
LibraryLink`$LibraryError = None;
